import { Component, type ReactNode } from 'react';
import type calls from '#locales/en/calls.json';
import { Button } from '#ui/button.tsx';
import { ErrorScreen } from '#ui/error-screen.tsx';

type BrokenStrings = Pick<typeof calls, 'broken_title' | 'broken_text' | 'broken_retry' | 'broken_home'>;

type ErrorBoundaryProps = {
  readonly screen: { readonly strings: BrokenStrings; readonly homePath: string };
  readonly children: ReactNode;
};

/** Catches a screen's rendering errors and offers a way back. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    const { screen, children } = this.props;
    if (!this.state.broken) return children;
    const { strings, homePath } = screen;
    return (
      <ErrorScreen
        title={strings.broken_title}
        text={strings.broken_text}
        actions={
          <>
            <Button onClick={() => globalThis.location.reload()}>{strings.broken_retry}</Button>
            <Button variant="outline" href={homePath}>
              {strings.broken_home}
            </Button>
          </>
        }
      />
    );
  }
}
