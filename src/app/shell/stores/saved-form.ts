import { openPage } from '#app/http/tab-navigation.ts';
import { pathTo, splitLocale } from '#routes.ts';

/** Browsers limit history updates, so a form is saved when typing pauses. */
const pauseMs = 400;

/** The form saved in this history entry; undefined for a new page. */
export function readSavedForm(): unknown {
  return (globalThis.history?.state as { form?: unknown } | null)?.form;
}

function isKeeping({ pathname, search, hreflang, origin }: HTMLAnchorElement): boolean {
  const signsIn = splitLocale(pathname).path === pathTo('signIn', {}, 'en') && search.includes('next=');
  return origin === globalThis.location.origin && (hreflang !== '' || signsIn);
}

/**
 * Saves a form in the page's own history entry, so that it survives the back button and a reload. It disappears with
 * the tab, and no page gets it that isn't named below.
 */
export function createFormSaver(read: () => unknown) {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function save(): void {
    clearTimeout(timer);
    globalThis.history?.replaceState({ ...globalThis.history.state, form: read() }, '');
  }

  function saveSoon(): void {
    clearTimeout(timer);
    timer = setTimeout(save, pauseMs);
  }

  /** Takes the form along to the page in another language, and to a sign-in that leads back. Call the result to stop. */
  function followLinks(): () => void {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link || !isKeeping(link) || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      save();
      openPage(link.href, 'assign', true);
    };
    globalThis.document?.addEventListener('click', onClick);
    return () => globalThis.document?.removeEventListener('click', onClick);
  }

  return { save, saveSoon, followLinks };
}

type KeptForm<Values> = {
  readonly $form: { get(): { readonly values: Values }; listen(onChange: () => void): () => void };
  set(field: keyof Values & string, value: never): void;
};

/**
 * Restores what was typed into these fields before the page changed, and keeps what is typed now. A form that replaces
 * this one, after a sign-in or a sign-out, goes on with the fields they share. Call the returned function to stop.
 */
export function keepForm<Values>(form: KeptForm<Values>, fields: readonly (keyof Values & string)[]): () => void {
  const saved = { ...(readSavedForm() as Readonly<Record<string, unknown>> | undefined) };
  for (const field of fields) {
    const text = saved[field];
    if (typeof text === 'string' && text !== '') form.set(field, text as never);
  }
  const read = () => {
    const { values } = form.$form.get();
    return { ...saved, ...Object.fromEntries(fields.map((field) => [field, values[field]])) };
  };
  const { save, saveSoon, followLinks } = createFormSaver(read);
  const stops = [form.$form.listen(saveSoon), followLinks(), save];
  return () => {
    for (const stop of stops) stop();
  };
}

export function forgetSavedForm(): void {
  const { form: _, ...state } = (globalThis.history?.state ?? {}) as { form?: unknown };
  globalThis.history?.replaceState(state, '');
}
