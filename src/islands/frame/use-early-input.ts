import { type RefObject, useLayoutEffect, useRef } from 'react';

type EarlyField = HTMLInputElement | HTMLTextAreaElement;

/**
 * Tells of fields that were filled in before the island came alive, by fast hands or by the browser: the first drawing
 * would empty them. Put the returned ref on the form.
 */
export function useEarlyInput(onFound: (field: EarlyField) => void): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
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
