import { isNode, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';

/** Errors for an editor to fix. The message has one line per error: file, line and a sentence. */
export class ContentError extends Error {
  constructor(errors: readonly string[]) {
    super(errors.join('\n'));
    // The stack shows only the sentences, because a stack trace doesn't help an editor.
    this.stack = this.message;
  }
}

/** The file and line of a character, such as `content/site.yaml:12`. @param linesBefore lines above the text */
export function placeAt(where: string, text: string, index: number, linesBefore = 0): string {
  return `${where}:${text.slice(0, index).split('\n').length + linesBefore}`;
}

/** Describes an issue: the field and a sentence about it. */
type Describe = (issue: z.core.$ZodIssue) => string;

const describePlainly: Describe = ({ path, message }) => `${path.join('.') || 'the file'}: ${message}`;

/**
 * Parses YAML and validates it against a schema.
 * @param linesBefore lines of the file above the YAML, such as the fence of front matter
 * @throws {ContentError} with the position of each error
 */
export function readYaml<Schema extends z.ZodType>(
  source: string,
  where: string,
  schema: Schema,
  { describe = describePlainly, linesBefore = 0 }: { describe?: Describe; linesBefore?: number } = {},
): z.infer<Schema> {
  const lines = new LineCounter();
  const file = parseDocument(source, { lineCounter: lines, prettyErrors: false });
  const placeOf = (offset: number) => `${where}:${lines.linePos(offset).line + linesBefore}`;
  if (file.errors.length > 0) {
    throw new ContentError(
      file.errors.map(({ pos, message }) => `${placeOf(pos[0])}: this isn’t valid YAML: ${message}`),
    );
  }
  const result = schema.safeParse(file.toJS());
  if (result.success) return result.data;
  /** The offset of a value or, if it is missing, of its parent. */
  const offsetOf = (path: readonly unknown[]): number => {
    const node = path.length === 0 ? file.contents : file.getIn(path, true);
    if (isNode(node) && node.range) return node.range[0];
    return path.length === 0 ? 0 : offsetOf(path.slice(0, -1));
  };
  throw new ContentError(
    result.error.issues.flatMap((issue) => {
      if (issue.code !== 'unrecognized_keys') return [`${placeOf(offsetOf(issue.path))}: ${describe(issue)}`];
      return issue.keys.map((key) => {
        const place = placeOf(offsetOf([...issue.path, key]));
        return `${place}: ${[...issue.path, key].join('.')} is not a known field: remove it or fix its spelling`;
      });
    }),
  );
}
