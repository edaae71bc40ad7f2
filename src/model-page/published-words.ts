// Says what a published source record names, and whether the hub relies on it.
import { counted } from '../model/figures.ts';
import type { PublishedSource, PublishedState } from '../shapes/objects.ts';

const WORDS: Record<PublishedState, string> = {
  offered: 'All were read there with the right bytes, and downloads are sent there.',
  waiting: 'Not all of them were read there yet; nobody is sent there for the rest.',
  differs: 'Some have other bytes there, and nobody is sent there for them.',
  absent: 'Some are not there, and nobody is sent there for them.',
  unknown: 'That is no source of this hub, or it names models otherwise: nobody is sent there.',
  objects: 'They are chunks on this hub, which are fetched by their record.',
};

/** Describes a published record in a few sentences; `name` is the name of its source for people. */
export function publishedInWords({ published, state, files, held }: PublishedSource, name: string): string {
  const known = state === 'unknown' ? '' : `, ${held} with the right hash`;
  return `Published on ${published}: ${name} has ${counted(files, 'file')}${known}. ${WORDS[state]}`;
}

/** Makes the command that fetches chunks; undefined for a record that names something else. */
export function fetchCommand({ state, record }: PublishedSource, baseUrl: string): string | undefined {
  return state === 'objects' ? `npx model-hub fetch ${record} --hub ${baseUrl}` : undefined;
}
