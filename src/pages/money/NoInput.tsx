/** A field that programs write and forms do not show. */
export default function NoInput() {
  return null;
}
