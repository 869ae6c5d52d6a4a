import { Fragment, type ReactNode } from 'react';

type RichTextProps = {
  /** A sentence with placeholders for elements, such as `I accept the {{terms}}`. */
  readonly text: string;
  readonly parts: Readonly<Record<string, ReactNode>>;
};

/** A translated sentence with inline elements, so that each language can use its own word order. */
export function RichText({ text, parts }: RichTextProps) {
  const pieces = text.split(/\{\{\s*(\w+)\s*\}\}/);
  return pieces.map((piece, index) => {
    const key = `${index}-${piece}`;
    return <Fragment key={key}>{index % 2 === 0 ? piece : parts[piece]}</Fragment>;
  });
}
