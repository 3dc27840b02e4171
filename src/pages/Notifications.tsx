export default function Stub(_: { role?: string; onSignedIn?: (role: 'admin') => void }) {
  return <p>We can't seem to find the page you are looking for!</p>;
}
