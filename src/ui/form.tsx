import type { ComponentProps } from 'react';
import { useTypedInput } from './use-typed-input.ts';

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate' | 'method' | 'ref'> & {
  readonly onSubmit: () => unknown;
};

/**
 * A form whose values a store holds and the server validates; the browser neither validates nor submits it, also
 * before hydration: outside a dialog the method `dialog` does nothing.
 */
export function Form({ onSubmit, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      ref={useTypedInput()}
      method="dialog"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    />
  );
}
