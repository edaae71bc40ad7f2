// Tests a strict reader of JSON, which refuses unsafe texts that JSON.parse accepts.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseStrictObject } from '../../../../functions/account/strict-json.ts';

const parse = (text: string) => parseStrictObject(Buffer.from(text));

test('every object in valid JSON is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const text = JSON.stringify(value);
      expect(parse(text)).toEqual(JSON.parse(text));
      expect(parse(JSON.stringify(value, null, 2))).toEqual(JSON.parse(text));
    }),
  );
});

test('a repeated member of any object is refused', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.nat(), (value, pick) => {
      const names = Object.keys(value);
      const name = names[pick % names.length]!;
      const doubled = `{${JSON.stringify(name)}:0,${JSON.stringify(value).slice(1)}`;
      expect(parse(doubled)).toBeUndefined();
      expect(parse(`{"x":[[${doubled}]]}`)).toBeUndefined();
    }),
  );
});

test.each(['', ' ', '[]', '"a"', '1', 'null', '{"a":1}x', '{a:1}', "{'a':1}", '{"a":1,}', '\uFEFF{}', '{"a":NaN}'])(
  'strict JSON refuses %j',
  (text) => {
    expect(parse(text)).toBeUndefined();
  },
);

test('strict JSON refuses bytes that are not UTF-8', () => {
  expect(parseStrictObject(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toBeUndefined();
  expect(parseStrictObject(Buffer.from('{"a":"\\ud800"}'))).toEqual({ a: '\ud800' });
});
