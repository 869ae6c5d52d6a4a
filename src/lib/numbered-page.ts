/** Articles and answers are known by their number: another name or category in the address is outdated. */
export const numberedPage =
  /^((?:\/[a-z]{2})?(?:\/blog\/details|(?:\/thor)?\/faq\/detail)\/)[^/]{1,200}\/(\d{1,6})\/?$/;

/** What identifies such a page whatever its address names: the folder with its closing slash, and the number. */
export type NumberedPage = { readonly folder: string; readonly id: string };

export function readNumberedPage(path: string): NumberedPage | undefined {
  const [, folder, id] = numberedPage.exec(path) ?? [];
  return folder === undefined || id === undefined ? undefined : { folder, id };
}
