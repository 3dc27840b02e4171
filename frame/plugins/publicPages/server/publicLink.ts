import type { FastifyRequest } from 'fastify';
import type { Config, RequestTexts, Services } from 'portal-frame/server';
import type { Html } from './html.ts';

/** A page without its frame. */
export interface RenderedPage {
  status: number;
  title: string;
  content: Html;
  /** Lists use the width of the screen. */
  wide?: boolean;
  hasForm?: boolean;
}

/** A request by a secret address. `found` is undefined for wrong addresses. */
export interface LinkRequest<Found> {
  services: Services;
  request: FastifyRequest;
  texts: RequestTexts;
  token: string;
  found: Found | undefined;
}

/** A page without sign-in behind secret addresses, `{path}/{token}`. */
export interface PublicLink<Found> {
  path: `/${string}`;
  /** False to leave the page out; true by default. */
  isOn?(config: Config): boolean;
  /** Title of error pages. */
  title?(texts: RequestTexts): string;
  /** Finds what a token opens. Wrong tokens are delayed by network, and valid ones limited by `getKey`. */
  find(services: Services, token: string): Promise<Found | undefined>;
  getKey(found: Found): string;
  /** Changes nothing, since mail programs follow links. */
  render(asked: LinkRequest<Found>): Promise<RenderedPage>;
  /** Handles a form of the page. */
  submit(asked: LinkRequest<Found>, form: Readonly<Record<string, string>>): Promise<RenderedPage>;
}

declare module 'portal-frame/server' {
  /** Parts that public pages ask of other plug-ins. */
  interface AppPluginParts {
    /** Pages behind secret addresses, besides the `links` of configs. */
    publicLinks?: readonly PublicLink<unknown>[];
  }
}

/**
 * Declares a page behind secret addresses, for `publicLinks` of the server's parts. The frame adds layout, headers,
 * limits and error pages.
 * @example definePublicLink({ path: '/tracking', find: findParcel, getKey: ({ id }) => id, render, submit })
 */
export const definePublicLink = <Found>(link: PublicLink<Found>): PublicLink<unknown> => link as PublicLink<unknown>;
