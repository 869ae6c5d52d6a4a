import { Parser } from 'htmlparser2';

export type XmlNode = {
  /** Without a prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  /** Its own text without surrounding space; empty where it has children. */
  readonly text: string;
};

type OpenNode = { -readonly [Key in keyof XmlNode]: XmlNode[Key] } & { children: OpenNode[]; readonly at: number };

/** A text that isn't well-formed XML, or that uses what we don't read: document types, too many or too deep elements. */
export class XmlError extends Error {}

const deepest = 40;
const mostNodes = 400_000;

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Reads XML into a tree. Document types are refused, so that no entity but XML's own five and character references is
 * ever replaced, and nothing outside the text is read. @throws {XmlError}
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
        if (count > mostNodes || path.length >= deepest) throw new XmlError('too many elements, or too deep');
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
        // An empty element closes itself where it opened; anything else implied was left open.
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

/** The first element below a node by a path of names: `findNode(entry, 'Amt')`, `findNode(entry, 'Sts', 'Cd')`. */
export function findNode(node: XmlNode | undefined, ...path: readonly string[]): XmlNode | undefined {
  return path.reduce<XmlNode | undefined>((at, name) => at?.children.find((child) => child.name === name), node);
}

export function listNodes(node: XmlNode | undefined, name: string): readonly XmlNode[] {
  return node?.children.filter((child) => child.name === name) ?? [];
}

/** The text of `findNode`; null where it is missing or empty. */
export function textAt(node: XmlNode | undefined, ...path: readonly string[]): string | null {
  return findNode(node, ...path)?.text || null;
}
