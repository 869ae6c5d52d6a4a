/** Markdown without its marks: links keep their words, headings and list signs go. */
export function toPlainText(markdown: string): string {
  return markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:[#>|*-]+|\d+\.)\s*/gm, '')
    .replace(/[*_`|]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The first sentences as plain text, for lists, search results and descriptions. */
export function getSummary(markdown: string, longest = 155): string {
  const paragraphs = markdown.split(/\n\s*\n/).filter((part) => /^[^#\-*|>\d]/.test(part.trim()));
  const text = toPlainText(paragraphs.slice(0, 2).join(' '));
  if (text.length <= longest) return text;
  return `${text.slice(0, text.lastIndexOf(' ', longest - 1)).replace(/[,;:.]$/, '')}…`;
}
