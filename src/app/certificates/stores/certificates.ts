import { atom, map } from 'nanostores';
import { send } from '#app/http/call.ts';
import { fetchFile, saveFile } from '#app/http/file.ts';
import { notify, notifyFailure } from '#app/shell/stores/toasts.ts';
import {
  certificateFile,
  certificatePicture,
  fetchCertificates,
  reissueCertificate,
} from '#shared/certificates/contract.ts';
import type { DataOf } from '#shared/core/call.ts';

export type CertificateList = DataOf<typeof fetchCertificates>;
export type Certificate = CertificateList['certificates'][number];
export type CertificateChoices = Pick<Certificate, 'nameStyle' | 'showsAmount'>;

type State =
  | { readonly status: 'loading' | 'failed' | 'missing' }
  | { readonly status: 'ready'; readonly value: CertificateList };

export const $certificates = atom<State>({ status: 'loading' });

/** Object URLs of the loaded pictures, by certificate. */
export const $pictures = map<Readonly<Record<string, string>>>({});

/** The certificate being edited, and the choices made. */
export const $editing = map<{ certificate: Certificate | null; choices: CertificateChoices; busy: boolean }>({
  certificate: null,
  choices: { nameStyle: 'full', showsAmount: true },
  busy: false,
});

const notFound = 404;

/** @param accountId limits the list to certificates of one account's payouts */
export async function loadCertificates(accountId?: string): Promise<void> {
  const result = await send(fetchCertificates, { query: accountId === undefined ? {} : { accountId } });
  if (result.ok) {
    $certificates.set({ status: 'ready', value: result.data });
    return;
  }
  const isMissing = result.failure.kind === 'status' && result.failure.status === notFound;
  $certificates.set({ status: isMissing ? 'missing' : 'failed' });
  if (!isMissing) notifyFailure(result.failure);
}

const requested = new Set<string>();

/** Loads a certificate's picture once; a failure leaves its place empty, and the file can still be downloaded. */
export async function loadPicture(id: string): Promise<void> {
  if (requested.has(id)) return;
  requested.add(id);
  const file = await fetchFile(certificatePicture, { query: { certificateId: id } });
  if (file.ok) $pictures.setKey(id, URL.createObjectURL(file.content));
  else requested.delete(id);
}

export async function savePicture({ id, day }: Certificate): Promise<void> {
  const file = await fetchFile(certificatePicture, { query: { certificateId: id } });
  if (file.ok) saveFile(`certificate-${day}.png`, file.content);
  else notifyFailure(file.failure);
}

export async function savePdf({ id, day }: Certificate): Promise<void> {
  const file = await fetchFile(certificateFile, { query: { certificateId: id } });
  if (file.ok) saveFile(`certificate-${day}.pdf`, file.content);
  else notifyFailure(file.failure);
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
  const result = await send(reissueCertificate, { body });
  $editing.setKey('busy', false);
  if (!result.ok) {
    notifyFailure(result.failure);
    return;
  }
  await loadCertificates(accountId);
  closeChoices();
  notify('success', { key: 'saved' });
}
