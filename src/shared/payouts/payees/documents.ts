import type { IdentityReason } from './identity-check.ts';

/** What a document shows. One of each is kept; a new upload replaces the old one. */
export const documentPurposes = ['identity-front', 'identity-back', 'selfie'] as const;
export type DocumentPurpose = (typeof documentPurposes)[number];

const sides = ['identity-front', 'identity-back'] as const;

/** What has to be photographed again when a check is repeated for this reason; what else was uploaded is kept. */
export function refusedDocuments(reason: IdentityReason | null): readonly DocumentPurpose[] {
  if (reason === null) return [];
  if (reason === 'face-differs') return ['selfie'];
  return reason === 'not-accepted' ? documentPurposes : sides;
}

/** Required before a check can be submitted. The back is optional because a passport has none. */
export const requiredDocuments = ['identity-front', 'selfie'] as const satisfies readonly DocumentPurpose[];

/** Days after upload when a document that was never submitted is deleted. */
export const unsubmittedDocumentDays = 30;
/** Days after upload when a document requested by the risk desk is deleted. */
export const requestedDocumentDays = 90;
/** How many documents a trader can upload for one request of the risk desk. */
export const maxRequestedDocuments = 10;
/** Days after the decision when the documents are deleted. */
export const decidedDocumentDays = 30;
