// Declares the shapes of records about sources that isolates of a Worker share. A record of another shape is ignored.
// This module is loaded when the first record is read.
import { Type } from 'typebox';
import { Compile } from 'typebox/schema';

const instant = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$' });
const instantOrNull = Type.Union([instant, Type.Null()]);
const found = { ok: Type.Boolean(), reason: Type.Optional(Type.String()) };
const spell = Type.Object({ ...found, from: instant, to: instant, probes: Type.Integer({ minimum: 1 }) });
const health = Type.Object({ ...found, checked: instantOrNull, asked: instantOrNull });

const probed = Compile(
  Type.Object({
    since: instant,
    sources: Type.Record(Type.String(), Type.Object({ health, spells: Type.Array(spell) })),
  }),
);

/** True for a value that has the shape of `Probed`. */
export const isProbed = (value: unknown): boolean => probed.Check(value);

const refusal = Type.Object({ times: Type.Integer({ minimum: 1 }), next: Type.Number(), url: Type.String() });
const refusals = Compile(Type.Record(Type.String(), Type.Record(Type.String(), refusal)));

/** True for refusals by source and model, each with the URL that was asked. */
export const areRefusals = (value: unknown): boolean => refusals.Check(value);
