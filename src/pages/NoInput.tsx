/** A field that programs write, or the answer to a question sets, and forms do not show. */
export default function NoInput() {
  return null;
}
