/** Markdown as plain text: links keep their label, headings and list markers are removed. */
export function toPlainText(markdown: string): string {
  return markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:[#>|*-]+|\d+\.)\s*/gm, '')
    .replace(/(?<!\S)\|(?!\S)/g, ' ')
    .replace(/[*_`\\]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The items of a list in one line, because their introduction is meaningless without them. */
function joinItems(list: string, joint: string): string {
  const items = list.split(/\n(?=\s*(?:[-*]|\d+\.)\s)/).map((item) => toPlainText(item).replace(/[.;,]$/, ''));
  return `${items.join(joint)}.`;
}

/** Removes a sentence that ends in a colon and lost its list, unless nothing else remains. */
function withoutColon(text: string): string {
  if (!text.endsWith(':')) return text;
  const sentences = text.split(/(?<=[.?!])\s/);
  return sentences.length > 1 ? sentences.slice(0, -1).join(' ') : text.replace(/\s*:$/, '.');
}

/** The first sentences as plain text, for lists, search results and descriptions. */
export function getSummary(markdown: string, longest = 155): string {
  const blocks = markdown.split(/\n\s*\n/).map((block) => block.trim());
  const paragraphs = blocks.flatMap((block, index) => {
    if (!/^[^#\-*|>\d]|^\*\*/.test(block)) return [];
    const next = blocks[index + 1] ?? '';
    const text = toPlainText(block);
    const isList = text.endsWith(':') && /^(?:[-*]|\d+\.)\s/.test(next);
    return [isList ? `${text} ${joinItems(next, /\s:$/.test(text) ? '\u00a0; ' : '; ')}` : withoutColon(text)];
  });
  const text = paragraphs.slice(0, 2).join(' ');
  if (text.length <= longest) return text;
  return `${text.slice(0, text.lastIndexOf(' ', longest - 1)).replace(/[\s,;:.]+$/, '')}…`;
}
