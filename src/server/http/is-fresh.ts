/** Whether an If-None-Match header says that the caller holds this version already. */
export function isFresh(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag);
}
