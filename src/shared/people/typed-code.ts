/** Whether a code was typed, or is still empty, rather than opened by a mailed link. */
export function isTypedCode(code: string): boolean {
  return /^[\d\s]*$/.test(code);
}
