/** One handler for each type of a union; the compiler requires all of them. */
export type ByType<Union extends { readonly type: string }, Rest extends readonly unknown[] = [], Result = void> = {
  readonly [Type in Union['type']]: (one: Extract<Union, { readonly type: Type }>, ...rest: Rest) => Result;
};

/** Calls the handler of its type. The cast restores the relation between a type and its handler, which indexing loses. */
export const byType = <Union extends { readonly type: string }, Rest extends readonly unknown[], Result>(
  handlers: ByType<Union, Rest, Result>,
  one: Union,
  ...rest: Rest
): Result => (handlers[one.type as Union['type']] as (one: Union, ...rest: Rest) => Result)(one, ...rest);
