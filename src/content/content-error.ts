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

/** What is wrong with a file, a line for each fault; empty if it can be read. */
export function errorsOf(read: () => unknown): readonly string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof ContentError) return error.message.split('\n');
    throw error;
  }
}

/** The file and line of a character, such as `content/site.yaml:12`. @param linesBefore lines above the text */
export function placeAt(where: string, text: string, index: number, linesBefore = 0): string {
  return `${where}:${text.slice(0, index).split('\n').length + linesBefore}`;
}

/** Describes an issue: the field and a sentence about it. */
type Describe = (issue: z.core.$ZodIssue) => string;

const forms: Readonly<Record<string, string>> = {
  number: 'a number, without quotes',
  int: 'a whole number',
  string: 'text, in quotes',
  boolean: 'true or false',
  array: 'a list, as [a, b]',
  object: 'fields, one a line',
  record: 'fields, one a line',
};

const describePlainly: Describe = (issue) => {
  const field = issue.path.join('.') || 'the file';
  if (issue.code === 'invalid_value' && issue.message.startsWith('Invalid'))
    return `${field}: write ${issue.values.join(', ').replace(/, ([^,]*)$/, ' or $1')}`;
  if (issue.code !== 'invalid_type' || !issue.message.startsWith('Invalid')) return `${field}: ${issue.message}`;
  const isMissing = issue.message.endsWith('received undefined');
  return `${field}${isMissing ? ' is missing' : ''}: write ${forms[issue.expected] ?? issue.expected}`;
};

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
  // What follows the first fault of the syntax follows from it.
  const [fault] = file.errors;
  if (fault) throw new ContentError([`${placeOf(fault.pos[0])}: this isn’t valid YAML: ${fault.message}`]);
  const curly = /^[ \t]*(?:- )?[\w-]+: *[“”„‘’«]/m.exec(source);
  if (curly) throw new ContentError([`${placeOf(curly.index)}: put the text in straight quotes: "…"`]);
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
