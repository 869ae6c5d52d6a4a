/** Headers of a private download. */
export function fileHeaders(type: string, name: string): Record<string, string> {
  return {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'no-store',
  };
}
