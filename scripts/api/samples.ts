/** A value that matches a schema of the contract, for the calls of a check. */
import { contract, fieldsOf, type Fields } from './contract.ts';

/** Texts for patterns: the first match is used. */
const TEXTS = [
  'abc',
  'https://a.example/x',
  'https://a.example',
  'webrtc://a.example/x',
  'rtmp://a.example/x',
  'data:image/png;base64,',
  '1x1',
  '1',
  '1 painted, 0 dropped',
  'decode 1 ms',
  '0123abcd[',
] as const;

/** Follows a reference. */
export const resolve = (schema: Fields): Fields => {
  const ref = schema['$ref'];
  return typeof ref === 'string' ? { ...resolve(contract().schemaAt(ref.slice(1))), ...schema, $ref: undefined } : schema;
};
export const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
export const typeOf = ({ type }: Fields): unknown => (Array.isArray(type) ? type[0] : type);

/** A schema without references, with `allOf` merged and the first of its alternatives chosen. */
export function flat(given: Fields): Fields {
  const schema = resolve(given);
  const parts = listOf(schema['allOf']).map(flat);
  const [first] = [...listOf(schema['oneOf']), ...listOf(schema['anyOf'])];
  const all = [...parts, ...(first === undefined ? [] : [flat(first)])];
  if (all.length === 0) return schema;
  return {
    ...Object.assign({}, ...all),
    ...schema,
    properties: Object.assign({}, ...all.map((one) => fieldsOf(one['properties'])), fieldsOf(schema['properties'])),
  };
}

/** A value with every field of the schema. */
export function sampleOf(given: Fields): unknown {
  const schema = flat(given);
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  switch (typeOf(schema)) {
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema['minimum'] ?? 0));
    case 'boolean':
      return true;
    case 'array':
      return 'items' in schema ? [sampleOf(fieldsOf(schema['items']))] : [];
    case 'string': {
      const pattern = typeof schema['pattern'] === 'string' ? new RegExp(schema['pattern'], 'u') : /^/;
      const text = TEXTS.find((one) => pattern.test(one) && (schema['format'] !== 'uri' || one.includes('://')));
      if (text === undefined) throw new Error(`no text for ${String(schema['pattern'])}`);
      return text;
    }
    default:
      return Object.fromEntries(Object.entries(fieldsOf(schema['properties'])).map(([name, one]) => [name, sampleOf(fieldsOf(one))]));
  }
}
