"""Pages, the JSON API and sockets: what is asked, who may ask it, and how an answer is drawn, in two languages."""
