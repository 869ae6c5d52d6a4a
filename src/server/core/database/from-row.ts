type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : '';

/** What JSON has: a time in milliseconds. */
type Told<Value> = Value extends Date ? number : Value;

type FromRow<Shape, Row> = {
  [Name in keyof Shape & string as Snake<Name> extends keyof Row ? Name : never]: Told<Row[Snake<Name> & keyof Row]>;
};

/** What an object of the contract has in common with a row: `paidAt` is the column `paid_at`, in milliseconds. */
export function fromRow<Shape extends object, Row extends object>(
  { shape }: { readonly shape: Shape },
  row: Row,
): FromRow<Shape, Row> {
  const columns = row as Readonly<Record<string, unknown>>;
  const entries = Object.keys(shape).flatMap((name) => {
    const value = columns[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
    return value === undefined ? [] : [[name, value instanceof Date ? value.getTime() : value]];
  });
  return Object.fromEntries(entries) as FromRow<Shape, Row>;
}
