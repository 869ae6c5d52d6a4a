import { atom, map } from 'nanostores';
import { send } from '../client/call.ts';
import { fetchFile, saveFile } from '../client/file.ts';
import type { PayeeDocument } from '../contract/payees.ts';
import { fetchIdentityDocuments, staffDocument } from '../contract/payees-admin.ts';
import { notifyFailure } from './toasts.ts';

type State =
  | { readonly status: 'loading' | 'failed' }
  | { readonly status: 'ready'; readonly documents: readonly PayeeDocument[] };

export const $documents = atom<State>({ status: 'loading' });

/** Object URLs of the pictures that were opened, by document. Only pictures that our server has drawn itself are shown. */
export const $openPictures = map<Readonly<Record<string, string>>>({});

export async function loadDocuments(checkId: string): Promise<void> {
  $documents.set({ status: 'loading' });
  for (const url of Object.values($openPictures.get())) URL.revokeObjectURL(url);
  $openPictures.set({});
  const result = await send(fetchIdentityDocuments, { query: { checkId } });
  $documents.set(result.ok ? { status: 'ready', documents: result.data.documents } : { status: 'failed' });
}

/** Opens a picture in the page and saves a PDF; the server records each. */
export async function openDocument({ id, mediaType, purpose }: PayeeDocument): Promise<void> {
  const file = await fetchFile(staffDocument, { params: { documentId: id } });
  if (!file.ok) notifyFailure(file.failure);
  else if (mediaType === 'application/pdf') saveFile(`${purpose}.pdf`, file.content);
  else $openPictures.setKey(id, URL.createObjectURL(new Blob([file.content], { type: mediaType })));
}
