// A form was sent and refused: what was typed in it has not arrived, and stays in this browser for when its page is opened again.
sessionStorage.removeItem("typed-sent");
