// A table on a page: events come over a socket and are shown one after the other; moves are posted.
import "./moves.js";
import "./room.js";
import { connect } from "./socket.js";

const entropy = document.getElementById("entropy");
const random = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0"));
if (entropy) entropy.value = random().join("");

connect();
