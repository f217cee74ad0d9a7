import type * as Types from './generated/types.js';

type Classes = typeof Types;
type PropertiesOf<Class> = Class extends new (properties?: infer Properties) => object ? NonNullable<Properties> : never;

/** A value as body.ts reads it: lists and texts are always present, a missing message is null. */
type Value<T> = T extends Uint8Array
  ? T
  : T extends readonly (infer Item)[]
    ? readonly ItemOf<Item>[]
    : T extends object
      ? Fields<T> | null
      : T;
type ItemOf<T> = T extends object ? Fields<T> : T;
type Fields<Properties> = {
  readonly [Name in keyof Properties as Name extends '$unknowns' ? never : Name]-?: Value<NonNullable<Properties[Name]>>;
};

/** Name of a received message in the .proto files; unique over all families. */
export type BodyName = keyof Classes;
/** Body of a received message: every field present, cleaned. */
export type Body<Name extends BodyName> = Fields<PropertiesOf<Classes[Name]>>;
export type UserExtension = Body<'UserExtension'>;
