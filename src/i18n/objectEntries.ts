/** In place of node-polyglot's shim (vite.config.ts): every browser the portal runs in has the real one. */
export default Object.entries;
