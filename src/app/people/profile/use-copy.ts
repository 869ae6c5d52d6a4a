import { useState } from 'react';

/** Copies a text; `isCopied` is null before the first try, and false if the browser doesn't allow it. */
export function useCopy(text: string) {
  const [isCopied, setCopied] = useState<boolean | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return { isCopied, copy };
}
