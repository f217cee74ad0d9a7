/** Boundary values of a schema in the contract, and the fields that a reader accesses. */
import { fieldsOf, type Fields, flat, listOf, resolve, sampleOf, typeOf } from '../../scripts/api/contract.ts';

interface Variant {
  /** `data.room.viewers = 0` */
  readonly name: string;
  readonly value: unknown;
}

/** Variants of the sample, each with one value at its bounds, beyond them, of another type, or missing. */
export function variantsOf(given: Fields): readonly Variant[] {
  const whole = sampleOf(given);
  const found: Variant[] = [{ name: 'whole', value: whole }];
  const visit = (one: Fields, at: string, put: (value: unknown) => unknown): void => {
    const schema = flat(one);
    for (const value of edgesOf(resolve(one))) found.push({ name: `${at} = ${JSON.stringify(value).slice(0, 60)}`, value: put(value) });
    const properties = Object.entries(fieldsOf(schema['properties']));
    if (properties.length > 0) {
      const sample = fieldsOf(sampleOf(one));
      for (const [name, child] of properties) {
        const { [name]: _left, ...rest } = sample;
        found.push({ name: `${at}.${name} missing`, value: put(rest) });
        visit(fieldsOf(child), `${at}.${name}`, (value) => put({ ...sample, [name]: value }));
      }
    } else if (typeOf(schema) === 'array' && 'items' in schema) visit(fieldsOf(schema['items']), `${at}[0]`, (value) => put([value]));
  };
  visit(given, '', (value) => value);
  return found;
}

/** For alternatives the values of each. */
function edgesOf(schema: Fields): readonly unknown[] {
  const alternatives = [...listOf(schema['oneOf']), ...listOf(schema['anyOf'])];
  if (alternatives.length > 0) return alternatives.flatMap((one) => [sampleOf(one), ...edgesOf(resolve(one))]);
  if (listOf(schema['allOf']).length > 0) return [];
  const values: unknown[] = [];
  if (Array.isArray(schema['enum'])) values.push(...schema['enum'], 'none of these', -77);
  if ('const' in schema) values.push(schema['const'], 'not this');
  const types = Array.isArray(schema['type']) ? schema['type'] : [schema['type']];
  if (types.includes('integer') || types.includes('number')) {
    const { minimum, maximum } = schema;
    if (typeof minimum === 'number') values.push(minimum, minimum - 1);
    if (typeof maximum === 'number') values.push(maximum, ...(maximum < Number.MAX_SAFE_INTEGER ? [maximum + 1] : []));
    values.push({});
    if (types.includes('integer')) values.push(1.5);
  }
  if (types.includes('string')) {
    const { maxLength, pattern } = schema;
    const text = String(sampleOf({ ...schema, type: 'string' }));
    if (typeof maxLength === 'number') values.push(text.padEnd(maxLength, 'x'), text.padEnd(maxLength + 1, 'x'));
    if (pattern !== undefined) values.push('javascript:alert(1)', 'http://a.example/"><script>');
    values.push({});
  }
  return values;
}

/** Paths like `data.room.viewers` of every field in the schema. */
export function documentedFields(given: Fields, at = ''): readonly string[] {
  const schema = flat(given);
  const own = Object.entries(fieldsOf(schema['properties'])).flatMap(([name, child]) => {
    const path = at === '' ? name : `${at}.${name}`;
    return [path, ...documentedFields(fieldsOf(child), path)];
  });
  const items = typeOf(schema) === 'array' && 'items' in schema ? documentedFields(fieldsOf(schema['items']), at) : [];
  return [...own, ...items];
}

/** Paths of the fields that a reader accesses, in the same form. */
export function readFields(value: unknown, read: (value: unknown) => unknown): readonly string[] {
  const asked = new Set<string>();
  /** Cached, because a reader may compare a value with itself. */
  const proxies = new Map<object, object>();
  const watched = (one: unknown, at: string): unknown => {
    if (typeof one !== 'object' || one === null) return one;
    const known = proxies.get(one) ?? proxyOf(one, at);
    proxies.set(one, known);
    return known;
  };
  const proxyOf = (one: object, at: string): object =>
    new Proxy(one, {
      get(target, key) {
        const inner: unknown = Reflect.get(target, key);
        if (typeof key === 'symbol' || typeof inner === 'function') return inner;
        if (Array.isArray(target)) return watched(inner, at);
        const path = at === '' ? key : `${at}.${key}`;
        asked.add(path);
        return watched(inner, path);
      },
    });
  read(watched(value, ''));
  return [...asked];
}
