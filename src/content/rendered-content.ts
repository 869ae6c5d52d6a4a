import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { z } from 'zod';
import { defaultLocale, type Locale } from '#i18n/locales.ts';
import { articleSchema, questionSchema } from './front-matter.ts';
import { finishHtml } from './html.ts';
import { readMarkdown } from './localized-markdown.ts';
import { toPlainText } from './summary.ts';

export type RenderedText<Data> = {
  readonly slug: string;
  readonly data: Data;
  /** English if the translation is missing. */
  readonly textLocale: Locale;
  /** As on the page, but without raw HTML and only with web, mail and site links. */
  readonly html: string;
  readonly text: string;
};

const schemas = { faq: questionSchema, 'thor-faq': questionSchema, blog: articleSchema } as const;

export type RenderedName = keyof typeof schemas;
export const renderedNames = Object.keys(schemas) as RenderedName[];
type DataOf<Name extends RenderedName> = z.output<(typeof schemas)[Name]>;

/** Pages trust their editors, but API clients must never receive a script. */
const sanitizer = {
  name: 'harmless',
  html: (node: never, context: { removeNode(node: never): void }) => context.removeNode(node),
  link(node: { url?: string }, context: { setProperty(node: object, name: string, value: string): void }) {
    if (!/^(?:https?:|mailto:|[/#?])/i.test(node.url ?? '')) context.setProperty(node, 'url', '#');
  },
};

async function createProcessor() {
  const { createSatteriMarkdownProcessor } = await import('@astrojs/markdown-satteri');
  return createSatteriMarkdownProcessor({
    syntaxHighlight: false,
    mdastPlugins: [sanitizer as never],
    features: { smartPunctuation: false },
  });
}

let processor: ReturnType<typeof createProcessor> | undefined;

function listSlugs(folder: string, locale: Locale): readonly string[] {
  const path = `content/${folder}/${locale}`;
  return existsSync(path) ? readdirSync(path).filter((file) => file.endsWith('.md')) : [];
}

async function readAll<Name extends RenderedName>(name: Name, locale: Locale) {
  const translated = new Set(listSlugs(name, locale));
  processor ??= createProcessor();
  const { render } = await processor;
  return Promise.all(
    listSlugs(name, defaultLocale).map(async (file): Promise<RenderedText<DataOf<Name>>> => {
      const textLocale = translated.has(file) ? locale : defaultLocale;
      const where = `content/${name}/${textLocale}/${file}`;
      const { data, body } = readMarkdown(readFileSync(where, 'utf8'), where, textLocale, schemas[name]);
      const { code } = await render(body);
      const html = finishHtml(code, textLocale, locale);
      return { slug: file.replace(/\.md$/, ''), data: data as DataOf<Name>, textLocale, html, text: toPlainText(body) };
    }),
  );
}

const cache = new Map<string, Promise<readonly RenderedText<DataOf<RenderedName>>[]>>();

/**
 * The rendered texts of the pages for the API, without a build, with variables filled in. Read once per process, in no
 * particular order.
 */
export function getRendered<Name extends RenderedName>(name: Name, locale: Locale) {
  const key = `${name}/${locale}`;
  const texts = cache.get(key) ?? readAll(name, locale);
  cache.set(key, texts);
  return texts as Promise<readonly RenderedText<DataOf<Name>>[]>;
}
