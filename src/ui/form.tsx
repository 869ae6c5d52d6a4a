import type { ComponentProps } from 'react';

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> & {
  readonly onSubmit: () => unknown;
};

/** A form whose values a store holds and the server validates; the browser neither validates nor submits it. */
export function Form({ onSubmit, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    />
  );
}
