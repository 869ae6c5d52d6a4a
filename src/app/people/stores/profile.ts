import { atom } from 'nanostores';
import { fetchFile, saveFile } from '#app/http/file.ts';
import { createForm } from '#app/shell/stores/form.ts';
import { sendConfirmed } from '#app/shell/stores/reauthentication.ts';
import { forgetSession, updateUser } from '#app/shell/stores/session.ts';
import { notify, notifyFailure } from '#app/shell/stores/toasts.ts';
import { toLocale } from '#i18n/locales.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { User } from '#shared/core/envelope.ts';
import { type ProfileFieldName, profileFieldNames } from '#shared/core/profile-fields.ts';
import { changePassword } from '#shared/people/contract-password.ts';
import { deleteProfile, exportProfile, profilePicture, updateProfile } from '#shared/people/contract-profile.ts';
import { confirmEmailChange, requestEmailChange } from '#shared/people/contract-security.ts';

/** The object URL of the person's picture, or null; `loadPicture` keeps it up to date. */
export const $picture = atom<string | null>(null);

export async function loadPicture(version: string | null): Promise<void> {
  const file = version === null ? null : await fetchFile(profilePicture, {});
  const last = $picture.get();
  $picture.set(file?.ok ? URL.createObjectURL(file.content) : null);
  if (last) URL.revokeObjectURL(last);
}

export function createProfileForm(user: User) {
  const fields = Object.fromEntries(profileFieldNames.map((name) => [name, user[name] ?? '']));
  const initial: BodyOf<typeof updateProfile> = {
    ...(fields as Record<ProfileFieldName, string>),
    language: toLocale(user.language),
    picture: undefined,
    remove_picture: 0,
  };
  const form = createForm({
    contract: updateProfile,
    initial,
    onSuccess: ({ user }): void => {
      updateUser(user);
      form.reset({ ...form.$form.get().values, picture: undefined, remove_picture: 0 });
      notify('success', { key: 'saved' });
    },
  });
  return form;
}

export function createPasswordForm() {
  const form = createForm({
    contract: changePassword,
    initial: { current_password: '', password: '', confirm_password: '' },
    onSuccess: ({ message }): void => {
      form.reset();
      notify('success', { text: message });
    },
  });
  return form;
}

/** Changes the email address in two steps: the new address, then its mailed code. */
export function createEmailForms() {
  const $sentTo = atom<string | null>(null);
  const request = createForm({
    contract: requestEmailChange,
    initial: { email: '' },
    sendBy: sendConfirmed,
    onSuccess: (): void => $sentTo.set(request.$form.get().values.email.trim()),
  });
  const confirm = createForm({
    contract: confirmEmailChange,
    initial: { code: '' },
    onSuccess: ({ user, message }): void => {
      updateUser(user);
      $sentTo.set(null);
      request.reset();
      confirm.reset();
      notify('success', { text: message });
    },
  });
  return { request, confirm, $sentTo };
}

export async function exportData(): Promise<void> {
  const result = await sendConfirmed(exportProfile, {});
  if (!result.ok) return notifyFailure(result.failure);
  const content = new Blob([JSON.stringify(result.data, null, 2)], { type: 'application/json' });
  saveFile(`${new Date().toISOString().slice(0, 10)}-my-data.json`, content);
  notify('success', { key: 'exported' });
}

export const $profileDeleted = atom(false);

/** Deletes the profile after reauthentication and ends the session. */
export async function deleteAccount(): Promise<void> {
  const result = await sendConfirmed(deleteProfile, {});
  if (!result.ok) return notifyFailure(result.failure);
  $profileDeleted.set(true);
  forgetSession({ left: true });
}
