import { type RefObject, useLayoutEffect, useRef } from 'react';

type PreHydrationField = HTMLInputElement | HTMLTextAreaElement;

/**
 * Tells of fields that were filled in before the island came alive, by fast hands or by the browser: the first drawing
 * would empty them. Put the returned ref on the form or its group of fields.
 */
export function usePreHydrationInput<T extends HTMLFormElement | HTMLFieldSetElement = HTMLFormElement>(
  onFound: (field: PreHydrationField) => void,
): RefObject<T | null> {
  const form = useRef<T>(null);
  const found = useRef(onFound);
  useLayoutEffect(() => {
    for (const field of form.current?.elements ?? []) {
      const isBox = field instanceof HTMLInputElement && field.type === 'checkbox';
      if (isBox && field.checked !== field.defaultChecked) found.current(field);
      const isText = field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && !isBox);
      if (isText && field.value !== field.defaultValue) found.current(field);
    }
  }, []);
  return form;
}
