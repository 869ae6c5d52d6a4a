/** How an uploaded document is stored: pictures are encoded anew. */
export const documentMediaTypes = ['image/webp', 'application/pdf'] as const;
export type DocumentMediaType = (typeof documentMediaTypes)[number];

export const maxDocumentBytes = 10 * 1024 * 1024;
