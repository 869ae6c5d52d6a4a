/** "Classic 50K": program names aren't translated. */
export function nameAccount({ program, size }: { readonly program: string; readonly size: string }): string {
  return `${program.charAt(0).toUpperCase()}${program.slice(1)} ${size}`;
}
