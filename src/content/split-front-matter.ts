const frontMatter = /^---\n([\s\S]*?)\n---\n?([\s\S]*)$/;

/** A markdown file's fields, as YAML, and its text; undefined if it doesn't start with fields between two lines of ---. */
export function splitFrontMatter(source: string): { readonly head: string; readonly body: string } | undefined {
  const [, head, body] = frontMatter.exec(source.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')) ?? [];
  return head === undefined || body === undefined ? undefined : { head, body };
}
