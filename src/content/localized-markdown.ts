import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Loader, LoaderContext } from 'astro/loaders';
import type { z } from 'zod';
import { defaultLocale, isLocale, type Locale, locales } from '#i18n/locales.ts';
import { getCatalog } from './catalog.ts';
import { ContentError, readYaml } from './content-error.ts';
import { localizeLinks } from './links.ts';
import { findUnseen, lintBody } from './lint-body.ts';
import { findTypographyErrors } from './lint-typography.ts';
import { lintSlugs } from './slugs.ts';
import { splitFrontMatter } from './split-front-matter.ts';
import { createTemplateVariables, replaceTemplateVariables, type TemplateVariables } from './template-variables.ts';

/** How long a save may take. */
const settleMs = 100;

const variablesByLocale = new Map<Locale, TemplateVariables>();

function getTemplateVariables(locale: Locale): TemplateVariables {
  const variables = variablesByLocale.get(locale) ?? createTemplateVariables(getCatalog(), locale);
  variablesByLocale.set(locale, variables);
  return variables;
}

/** Lines of the --- fence above the fields. */
const fenceLines = 1;

/** A file's fields and text with variables filled in. @throws {ContentError} with what the editor must change */
export function readMarkdown<Schema extends z.ZodType>(source: string, where: string, locale: Locale, schema: Schema) {
  const parts = splitFrontMatter(source);
  if (!parts) throw new ContentError([`${where}:1: start the file with its fields between two lines of ---`]);
  const { head, body } = parts;
  const variables = getTemplateVariables(locale);
  const linesBefore = head.split('\n').length + 2 * fenceLines;
  const lines = locale === defaultLocale ? source.split('\n') : [];
  const errors = [
    ...findUnseen(source, where),
    ...lintBody(body, where, linesBefore),
    ...lines.flatMap((line, index) =>
      findTypographyErrors(line, locale).map((error) => `${where}:${index + 1}: it ${error}`),
    ),
  ];
  const attempt = <Result>(read: () => Result): Result | undefined => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      errors.unshift(...error.message.split('\n'));
      return undefined;
    }
  };
  const text = attempt(() =>
    localizeLinks(replaceTemplateVariables(body, variables, where, linesBefore).trim(), locale),
  );
  const data = attempt(() =>
    readYaml(replaceTemplateVariables(head, variables, where, fenceLines), where, schema, {
      describe: ({ path, message }) => `${path.join('.')} ${message}`,
      linesBefore: fenceLines,
    }),
  );
  if (errors.length > 0 || text === undefined) throw new ContentError(errors);
  return { data: data as z.infer<Schema>, body: text };
}

async function addFile(context: LoaderContext, base: string, file: string, schema: z.ZodType): Promise<void> {
  const path = join(base, file);
  const where = relative(process.cwd(), path);
  const [locale] = file.split('/');
  if (!isLocale(locale)) throw new ContentError([`${where}: move the file to a folder named ${locales.join(', ')}`]);
  const id = file.replace(/\.md$/, '');
  const { data, body } = readMarkdown(await readFile(path, 'utf8'), where, locale, schema);
  const digest = context.generateDigest({ data: JSON.stringify(data), body });
  if (context.store.get(id)?.digest === digest) return;
  const rendered = await context.renderMarkdown(body, { fileURL: pathToFileURL(path) });
  context.store.set({
    id,
    data: await context.parseData({ id, data: data as Record<string, unknown>, filePath: where }),
    body,
    filePath: where,
    digest,
    rendered,
  });
}

/**
 * Loads `content/<folder>/<locale>/<slug>.md` as `<locale>/<slug>`. Variables are filled in before validation, and
 * links lead to the page's language.
 */
export function localizedMarkdown(folder: string, schema: z.ZodType): Loader {
  const base = resolve('content', folder);
  return {
    name: 'localized-markdown',
    load: async (context) => {
      const found = existsSync(base) ? await readdir(base, { recursive: true }) : [];
      const files = found.filter((file) => file.endsWith('.md')).map((file) => file.replaceAll('\\', '/'));
      const ids = new Set(files.map((file) => file.replace(/\.md$/, '')));
      for (const id of context.store.keys()) if (!ids.has(id)) context.store.delete(id);
      for (const file of files) await addFile(context, base, file, schema);
      const placed = context.store.entries().map(([id, { data }]) => ({ file: `${id}.md`, data }));
      const errors = lintSlugs(folder, placed, await readFile(join(base, 'categories.yaml'), 'utf8').catch(() => ''));
      if (errors.length > 0) throw new ContentError(errors);
      context.watcher?.on('all', (_, path) => {
        const file = relative(base, path).replaceAll('\\', '/');
        if (file.startsWith('..') || !file.endsWith('.md')) return;
        // Many editors save by renaming: for a moment the file is missing or empty, whatever the event says.
        setTimeout(() => {
          if (!existsSync(path)) context.store.delete(file.replace(/\.md$/, ''));
          else addFile(context, base, file, schema).catch((error: Error) => context.logger.error(error.message));
        }, settleMs);
      });
    },
  };
}
