import { Component, type ReactNode } from 'react';

type IslandBoundaryProps = { readonly children: ReactNode };

/** Around an island within a page: on an error it disappears and the page stays readable. */
export class IslandBoundary extends Component<IslandBoundaryProps, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? null : this.props.children;
  }
}
