import { map } from 'nanostores';
import { send } from '#app/http/call.ts';
import { fetchFile } from '#app/http/file.ts';
import { download } from '#app/shell/stores/download.ts';
import { createResource, missingOr } from '#app/shell/stores/resource.ts';
import { notify, notifyFailure } from '#app/shell/stores/toasts.ts';
import * as calls from '#shared/certificates/contract.ts';
import type { DataOf } from '#shared/core/call.ts';

export type CertificateList = DataOf<typeof calls.fetchCertificates>;
export type Certificate = CertificateList['certificates'][number];
export type CertificateChoices = Pick<Certificate, 'nameStyle' | 'showsAmount'>;

/** All certificates, or those of one account's payouts. */
export const $certificates = createResource(
  (accountId?: string) => send(calls.fetchCertificates, { query: accountId === undefined ? {} : { accountId } }),
  { statusOf: missingOr(404) },
);

/** Object URLs of the loaded pictures, by certificate. */
export const $pictures = map<Readonly<Record<string, string>>>({});

export const $editing = map<{ certificate: Certificate | null; choices: CertificateChoices; busy: boolean }>({
  certificate: null,
  choices: { nameStyle: 'full', showsAmount: true },
  busy: false,
});

const requested = new Set<string>();

/** Loads a certificate's picture once; a failure leaves its place empty, and the file can still be downloaded. */
export async function loadPicture(id: string): Promise<void> {
  if (requested.has(id)) return;
  requested.add(id);
  const file = await fetchFile(calls.certificatePicture, { query: { certificateId: id } });
  if (file.ok) $pictures.setKey(id, URL.createObjectURL(file.content));
  else requested.delete(id);
}

export function savePicture({ id, day }: Certificate): Promise<void> {
  return download(`certificate-${day}.png`, calls.certificatePicture, { query: { certificateId: id } });
}

export function savePdf({ id, day }: Certificate): Promise<void> {
  return download(`certificate-${day}.pdf`, calls.certificateFile, { query: { certificateId: id } });
}

export async function copyLink({ url }: Certificate): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    notify('success', { key: 'copied' });
  } catch {
    notify('info', { text: url });
  }
}

export function openChoices(certificate: Certificate): void {
  const { nameStyle, showsAmount } = certificate;
  $editing.set({ certificate, choices: { nameStyle, showsAmount }, busy: false });
}

export function closeChoices(): void {
  $editing.set({ ...$editing.get(), certificate: null, busy: false });
}

export function choose(change: Partial<CertificateChoices>): void {
  $editing.setKey('choices', { ...$editing.get().choices, ...change });
}

/** Replaces the certificate with one that has the chosen settings, then reloads the list. */
export async function confirmChoices(accountId?: string): Promise<void> {
  const { certificate, choices, busy } = $editing.get();
  if (!certificate || busy) return;
  $editing.setKey('busy', true);
  const { nameStyle, showsAmount } = choices;
  const body = { certificateId: certificate.id, nameStyle, showsAmount: showsAmount ? 1 : 0 } as const;
  const result = await send(calls.reissueCertificate, { body });
  $editing.setKey('busy', false);
  if (!result.ok) return notifyFailure(result.failure);
  await $certificates.load(accountId);
  closeChoices();
  notify('success', { key: 'saved' });
}
