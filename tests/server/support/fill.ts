export type Shape = {
  readonly type?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly items?: Shape;
};

/** A value of the given shape, with `text` in every string. */
export function fill(shape: Shape, text: string, email = text): unknown {
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  const [first] = shape.anyOf ?? shape.oneOf ?? [];
  if (first) return fill(first, text, email);
  if (shape.properties) {
    return Object.fromEntries(Object.entries(shape.properties).map(([key, each]) => [key, fill(each, text, email)]));
  }
  if (shape.type === 'integer' || shape.type === 'number') return 1;
  if (shape.type === 'boolean') return true;
  if (shape.type === 'array') return [];
  return shape.format === 'email' ? email : text;
}
