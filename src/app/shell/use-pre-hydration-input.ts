import { type RefObject, useLayoutEffect, useRef } from 'react';

type PreHydrationField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Reports fields that the person or the browser filled before hydration, because the first render would clear them.
 * Attach the returned ref to the form or fieldset.
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
      if (field instanceof HTMLSelectElement && !field.selectedOptions[0]?.defaultSelected) found.current(field);
    }
  }, []);
  return form;
}
