/** What a document shows; one of each is kept, and a new one replaces it. */
export const documentPurposes = ['identity-front', 'identity-back', 'selfie'] as const;
export type DocumentPurpose = (typeof documentPurposes)[number];

/** Without these, a check isn't submitted; a passport has no back. */
export const requiredDocuments = ['identity-front', 'selfie'] as const satisfies readonly DocumentPurpose[];

export const documentMediaTypes = ['image/webp', 'application/pdf'] as const;
export type DocumentMediaType = (typeof documentMediaTypes)[number];

export const largestDocumentBytes = 10 * 1024 * 1024;

/** Days from the upload until a document that was never submitted is deleted. */
export const unsubmittedDocumentDays = 30;
/** Days from the upload until a document that the risk desk asked for is deleted. */
export const requestedDocumentDays = 90;
/** How many documents one request of the risk desk takes. */
export const mostRequestedDocuments = 10;
/** Days from the decision until the documents are deleted. */
export const decidedDocumentDays = 30;
