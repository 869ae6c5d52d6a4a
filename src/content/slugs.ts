import { parse } from 'yaml';
import { z } from 'zod';

/** A text in a folder: its file, such as `en/1-22-trailing-drawdown.md`, and its fields. */
export type TextFile = { readonly file: string; readonly data: Readonly<Record<string, unknown>> };

type NamingRule = {
  readonly start: (data: TextFile['data']) => string;
  readonly fields: (data: TextFile['data']) => string;
};

const questionNaming: NamingRule = {
  start: ({ category, id }) => `${category}-${id}-`,
  fields: ({ category, id }) => `category ${category} and id ${id}`,
};

/** Folders whose public paths contain an id, and the prefix of their file names. */
const namingRules: Readonly<Record<string, NamingRule>> = {
  faq: questionNaming,
  'thor-faq': questionNaming,
  blog: { start: ({ id }) => `${id}-`, fields: ({ id }) => `id ${id}` },
};

const guideName = /(^|-)connection-guide\.md$/;

const categoriesSchema = z.array(z.object({ id: z.union([z.int(), z.string()]) }));

/** Ids in `categories.yaml`; empty if it is invalid, which its own reader reports. */
function idsOf(categories: string): readonly (string | number)[] {
  const result = categoriesSchema.safeParse(parse(categories));
  return result.success ? result.data.map(({ id }) => id) : [];
}

const nameOf = (file: string) => file.slice(file.indexOf('/') + 1);

const byFile = (left: TextFile, right: TextFile) => (left.file < right.file ? -1 : 1);

/** Finds duplicate ids. An id belongs to one text in all languages; the first file owns it. */
function findDuplicateIds(folder: string, texts: readonly TextFile[]): string[] {
  const owners = new Map<unknown, string>();
  const next = Math.max(0, ...texts.map(({ data }) => Number(data.id) || 0)) + 1;
  return texts.toSorted(byFile).flatMap(({ file, data }) => {
    const owner = owners.get(data.id) ?? file;
    owners.set(data.id, owner);
    if (nameOf(owner) === nameOf(file)) return [];
    return [
      `content/${folder}/${file}: id ${data.id} belongs to content/${folder}/${owner}: take ${next}, which is free`,
    ];
  });
}

/**
 * Finds files whose name contradicts their fields, that reuse an id or have an unknown category. Their pages would be
 * missing or hide each other.
 * @param categories the folder's `categories.yaml`, empty if it has none
 * @returns one sentence per error
 */
export function lintSlugs(folder: string, texts: readonly TextFile[], categories: string): string[] {
  const at = (file: string) => `content/${folder}/${file}`;
  if (folder === 'guides') {
    const misnamed = texts.filter(({ file }) => !guideName.test(nameOf(file)));
    return misnamed.map(({ file }) => `${at(file)}: rename it to <platform>-connection-guide.md, which is its address`);
  }
  const rule = namingRules[folder];
  if (!rule) return [];
  const known = idsOf(categories);
  const errors = texts.flatMap(({ file, data }) => {
    const start = rule.start(data);
    const misnamed = nameOf(file).startsWith(start)
      ? []
      : [`${at(file)}: its fields say ${rule.fields(data)}: name it ${start}<words>.md, or fix the fields`];
    if (known.some((category) => category === data.category)) return misnamed;
    return [...misnamed, `${at(file)}: category ${data.category} is not one of ${known.join(', ')}`];
  });
  return [...errors, ...findDuplicateIds(folder, texts)];
}
