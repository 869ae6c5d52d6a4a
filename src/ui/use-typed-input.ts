import { useLayoutEffect, useRef } from 'react';

/** Enters a field's text past the setter through which React remembers it, which then takes it for new. */
function retype(field: HTMLInputElement | HTMLTextAreaElement): void {
  const typed = field.value;
  field.value = field.defaultValue;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, typed);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Reports to React what the person or the browser focused and entered before hydration, as if done now: the next render would
 * clear it. Attach the returned ref to the form or fieldset.
 */
export function useTypedInput<T extends HTMLFormElement | HTMLFieldSetElement>() {
  const container = useRef<T>(null);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (container.current?.contains(focused)) focused?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    for (const field of container.current?.elements ?? []) {
      if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
        if (field.checked === field.defaultChecked) continue;
        field.checked = field.defaultChecked;
        field.click();
      } else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
        if (field.type !== 'file' && field.value !== field.defaultValue) retype(field);
      } else if (field instanceof HTMLSelectElement && !field.selectedOptions[0]?.defaultSelected) {
        field.dispatchEvent(new Event('change', { bubbles: true }));
      }
    }
  }, []);
  return container;
}
