import { Parser } from 'htmlparser2';

export type XmlNode = {
  /** Without a prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  /** The trimmed text; empty if the node has children. */
  readonly text: string;
};

type OpenNode = { -readonly [Key in keyof XmlNode]: XmlNode[Key] } & { children: OpenNode[]; readonly at: number };

/** The text isn't well-formed XML, has a document type, or has too many or too deeply nested elements. */
export class XmlError extends Error {}

const maxDepth = 40;
const maxNodes = 400_000;

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Parses XML into a tree. Document types are rejected, so that no custom entity is expanded and nothing outside the
 * text is read. @throws {XmlError}
 */
export function parseXml(text: string): XmlNode {
  const path: OpenNode[] = [];
  let root: OpenNode | undefined;
  let count = 0;
  const parser = new Parser(
    {
      onprocessinginstruction(name) {
        if (!name.startsWith('?')) throw new XmlError('document types are not read');
      },
      onopentag(name, attributes) {
        count += 1;
        if (count > maxNodes || path.length >= maxDepth) throw new XmlError('too many elements, or too deep');
        const node: OpenNode = { name: localName(name), attributes, children: [], text: '', at: parser.startIndex };
        const parent = path.at(-1);
        if (parent) parent.children.push(node);
        else if (root) throw new XmlError('a second root element');
        else root = node;
        path.push(node);
      },
      ontext(part) {
        const node = path.at(-1);
        if (node) node.text += part;
        else if (part.trim() !== '' && part !== '\ufeff') throw new XmlError('text outside the root element');
      },
      onclosetag(_, implied) {
        const node = path.pop();
        // A self-closing element is closed where it opened. Any other implied close means it was left open.
        if (!node || (implied && node.at !== parser.startIndex)) throw new XmlError('an element is not closed');
        node.text = node.children.length > 0 ? '' : node.text.trim();
      },
      onerror(error) {
        throw error;
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  if (!root) throw new XmlError('there is no element');
  return root;
}

/** Finds the first descendant by a path of names: `findNode(entry, 'Amt')`, `findNode(entry, 'Sts', 'Cd')`. */
export function findNode(node: XmlNode | undefined, ...path: readonly string[]): XmlNode | undefined {
  return path.reduce<XmlNode | undefined>((at, name) => at?.children.find((child) => child.name === name), node);
}

export function listNodes(node: XmlNode | undefined, name: string): readonly XmlNode[] {
  return node?.children.filter((child) => child.name === name) ?? [];
}

/** The text of `findNode`; null if it is missing or empty. */
export function textAt(node: XmlNode | undefined, ...path: readonly string[]): string | null {
  return findNode(node, ...path)?.text || null;
}

/** Written XML, whose texts are escaped. */
export type Xml = { readonly xml: string };

type Content = string | Xml | readonly Content[];

/** Characters that XML doesn't allow are left out. */
function write(content: Content): string {
  if (typeof content === 'string') {
    return content
      .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
      .replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  }
  return 'xml' in content ? content.xml : content.map(write).join('');
}

/** An element with texts, which are escaped, and other elements. */
export function element(name: string, content: Content, attributes: Readonly<Record<string, string>> = {}): Xml {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${write(value).replaceAll('"', '&#34;')}"`,
  );
  return { xml: `<${name}${written.join('')}>${write(content)}</${name}>` };
}

export function writeXml(root: Xml): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root.xml}\n`;
}
