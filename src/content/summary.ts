/** Converts Markdown to plain text: links keep their label, no-break spaces stay; heading and list markers go. */
export function toPlainText(markdown: string): string {
  return markdown
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/^[ \t]*(?:[#>|*-]+|\d+\.)\s*/gm, '')
    .replace(/(?<!\S)\|(?!\S)/g, ' ')
    .replace(/[*_`\\]/g, '')
    .replace(/[^\S\u00a0\u202f]+/g, ' ')
    .trim();
}

/** Joins the items of a list into one line, because the sentence before it is meaningless without them. */
function joinItems(list: string, separator: string): string {
  const items = list.split(/\n(?=[ \t]*(?:[-*]|\d+\.)\s)/).map((item) => toPlainText(item).replace(/[.;,]$/, ''));
  return `${items.join(separator)}.`;
}

/** Removes a last sentence that ends in a colon and lost its list, unless nothing else remains. */
function withoutColon(text: string): string {
  if (!text.endsWith(':')) return text;
  const sentences = text.split(/(?<=[.?!])\s/);
  return sentences.length > 1 ? sentences.slice(0, -1).join(' ') : text.replace(/(?<!\s)\s*:$/, '.');
}

/** The text up to its last word that fits, and an ellipsis if something is missing. */
export function cutAtWord(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, text.lastIndexOf(' ', maxLength - 1)).replace(/(?<![\s,;:.])[\s,;:.]+$/, '')}…`;
}

/** The first sentences as plain text, for lists, search results and descriptions. */
export function getSummary(markdown: string, maxLength = 155): string {
  const blocks = markdown.split(/\n[ \t]*\n\s*/).map((block) => block.trim());
  const paragraphs = blocks.flatMap((block, index) => {
    if (!/^[^#\-*|>\d]|^\*\*/.test(block)) return [];
    const next = blocks[index + 1] ?? '';
    const text = toPlainText(block);
    const isList = text.endsWith(':') && /^(?:[-*]|\d+\.)\s/.test(next);
    return [isList ? `${text} ${joinItems(next, /\s:$/.test(text) ? '\u00a0; ' : '; ')}` : withoutColon(text)];
  });
  return cutAtWord(paragraphs.slice(0, 2).join(' '), maxLength);
}
